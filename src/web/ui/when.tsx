const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A moment as people read it, where they are. */
export const When = ({ at }: { at: string }) => <time dateTime={at}>{format.format(new Date(at))}</time>
