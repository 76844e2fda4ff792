#!/usr/bin/env bash
# Exports one rendered picture as AVIF and WebP.
#   ./export.sh desk-clock rendered.png
set -euo pipefail
slug=$1 picture=$2
out=$(dirname "$0")/../../public/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

source "$(dirname "$0")/sizes.sh"
sizes_of "$slug"
for width in $large $sizes; do
  file=$work/$width.png
  convert "$picture" -resize "${width}x" -strip "$file"
  # Ten bits, or the grounds show bands.
  avifenc --speed 6 --yuv 420 --depth 10 --min 0 --max 63 -a end-usage=q -a cq-level=9 \
    "$file" "$out/$slug-$width.avif" >/dev/null
done
for width in $sizes; do
  cwebp -quiet -q 86 -m 6 -sharp_yuv "$work/$width.png" -o "$out/$slug-$width.webp"
done
