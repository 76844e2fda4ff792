# The widths of a picture: `large` is AVIF alone, as WebP is the fallback. src/web/ui/renditions.ts names the same.
sizes_of() {
  case $1 in
    banner-*) large=2400 sizes='1600 800' ;;
    not-found) large='' sizes='1200 600' ;;
    team | ceo) large='' sizes='480 240' ;;
    *) large=1440 sizes='960 480' ;;
  esac
}
