interface Labelled {
  label: string
  hint?: string
}

type Plain = Labelled & {
  kind:
    | 'line'
    | 'text'
    | 'day'
    | 'picture'
    | 'percent'
    | 'color'
    | 'switch'
    | 'mark'
    | 'captions'
    | 'currency'
}
type Numeric = Labelled & {
  /** An optional one is null while it is empty. */
  kind: 'number' | 'optional-number'
  isWhole?: true
}
type Choice = Labelled & { kind: 'choice'; options: Readonly<Record<string, string>> }
/** Several short texts, one per line. */
type Lines = Labelled & { kind: 'lines' }
/** One uploaded video, or the same video in two formats. */
type Videos = Labelled & { kind: 'videos' }
type List<Entry> = Labelled & {
  kind: 'list'
  /** The name of one entry, such as 'banner'. */
  one: string
  /** The key of the text that names an entry. */
  title: keyof Entry & string
  /** Tells entries of one name apart. */
  note?: (entry: Entry) => string
  max: number
  initial: Entry
  fields: FieldsOf<Entry>
}
/** A section that can be left out. */
export type Part<Value> = Labelled & { kind: 'part'; initial: Value; fields: FieldsOf<Value> }

/** How the form shows a value. A part of the content without a field does not compile. */
type FieldOf<Value> = Value extends readonly (infer Entry)[]
  ? Entry extends object
    ? List<Entry>
    : Lines | Videos
  : Value extends object
    ? Part<Value>
    : Plain | Numeric | Choice

export type FieldsOf<Value> = { readonly [Key in keyof Value]-?: FieldOf<NonNullable<Value[Key]>> }

/** Any field, for the components that show it. */
export type AnyFields = Readonly<Record<string, AnyField>>
export type AnyField =
  | Plain
  | Numeric
  | Choice
  | Lines
  | Videos
  | (Omit<List<Record<string, unknown>>, 'fields'> & { fields: AnyFields })
  | (Omit<Part<Record<string, unknown>>, 'fields'> & { fields: AnyFields })

/** The hint of a field that may stay empty. */
export const optional = 'Optional.'
