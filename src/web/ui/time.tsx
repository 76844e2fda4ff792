import { momentOf } from './moment.ts'

/** A moment as people read it, where they are. */
export const When = ({ at }: { at: string }) => <time dateTime={at}>{momentOf(new Date(at))}</time>
