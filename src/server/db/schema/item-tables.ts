/** Epoch milliseconds; null means it has not happened. */
type Moment = number | null

export interface ItemRow {
  id: string
  name: string
  description: string
  price_cents: number
  photo_url: string
  must_quantity: number
  stocked_quantity: number
  available_quantity: number
  created_at: number
  removed_at: Moment
  /** Grows with each change of the item itself: by it an admin is told that another one was faster. */
  version: number
  hidden_at: Moment
  /** 1 while its words are still to be put into the index that searches use. */
  words_due: number
  /** Since when few are left, once that was told. */
  low_since: Moment
  /** What the reviews of it that everybody sees come to. */
  review_count: number
  star_sum: number
  /** A JSON array of addresses, besides photo_url. */
  pictures: string
  /** Empty where there is nothing to tell. */
  materials: string
  size: string
  care: string
}

/** What an item can go without. */
export type ItemDetailColumn = 'pictures' | 'materials' | 'size' | 'care'

/** A line of the stock's ledger. */
export interface StockChangeRow {
  id: string
  item_id: string
  change: number
  /** What was on the shelf, where somebody has counted it. */
  counted?: number | null | undefined
  reason: string
  /** Null for what the shop itself has written. */
  user_id: string | null
  created_at: number
  idempotency_key: string | null
}

/** Somebody wants a letter when an item is back. */
export interface StockAlertRow {
  item_id: string
  user_id: string
  /** Who has the secret can take it back without signing in. */
  secret_hash: string
  created_at: number
}

/** A file of items that was imported. */
export interface ItemImportRow {
  id: string
  user_id: string
  created_at: number
  digest: string
  added: number
  changed: number
  idempotency_key: string | null
}

/** What an item is searched and sorted by. Triggers keep it as the item is, so that nobody writes it. */
export interface ItemTextRow {
  number: number
  item_id: string
  /** The name as it is sorted. */
  name: string
}

export interface ReviewRow {
  id: string
  user_id: string | null
  name: string
  comment: string
  star_rating: number
  created_at: number
  /** Since when nobody but admins sees it. */
  hidden_at: Moment
  /** What the shop says to it. */
  answer: string | null
  /** The item that it is about, which its writer has bought; null where it is about the shop. */
  item_id: string | null
}
