import { momentOf } from './moment.ts'

/** A moment in the reader's time zone. */
export const When = ({ at }: { at: string }) => <time dateTime={at}>{momentOf(new Date(at))}</time>
