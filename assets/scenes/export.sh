#!/usr/bin/env bash
# Exports one rendered picture in the sizes that src/web/ui/renditions.ts names.
#   ./export.sh desk-clock rendered.png
set -euo pipefail
slug=$1 source=$2
out=$(dirname "$0")/../../public/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# WebP is the fallback: the largest size is AVIF alone.
case $slug in
  banner-*) large=2400 sizes='1600 800' ;;
  not-found) large='' sizes='1200 600' ;;
  team | ceo) large='' sizes='480 240' ;;
  *) large=1440 sizes='960 480' ;;
esac

for width in $large $sizes; do
  file=$work/$width.png
  convert "$source" -resize "${width}x" -strip "$file"
  # Ten bits, or the grounds show bands.
  avifenc --speed 6 --yuv 420 --depth 10 --min 0 --max 63 -a end-usage=q -a cq-level=9 \
    "$file" "$out/$slug-$width.avif" >/dev/null
done
for width in $sizes; do
  cwebp -quiet -q 86 -m 6 -sharp_yuv "$work/$width.png" -o "$out/$slug-$width.webp"
done
