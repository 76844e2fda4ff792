/** The tracking pages of known carriers, by their names in lower case without spaces and punctuation. */
const carriers: Readonly<Record<string, string>> = {
  dhl: 'https://www.dhl.com/en/express/tracking.html?AWB=',
  ups: 'https://www.ups.com/track?tracknum=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  royalmail: 'https://www.royalmail.com/track-your-item#/tracking-results/',
  dpd: 'https://tracking.dpd.de/parcelstatus?query=',
  gls: 'https://gls-group.eu/track/',
  laposte: 'https://www.laposte.fr/outils/suivre-vos-envois?code=',
}

/** Where a parcel can be followed: the address that the shop typed, or the page of a known carrier. */
export function trackingUrl(carrier: string, tracking: string): string | undefined {
  if (/^https?:\/\/[^\s"'<>\\]+$/i.test(tracking)) return tracking
  const name = carrier.toLowerCase().replace(/[^a-z]/g, '')
  const page = Object.hasOwn(carriers, name) ? carriers[name] : undefined
  return page && /^[\w -]{4,40}$/.test(tracking) ? page + encodeURIComponent(tracking.trim()) : undefined
}
