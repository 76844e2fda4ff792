// Generated from the migrations: node scripts/bootstrap.mjs scripts/row-types.ts
// The comments in the migrations say what the columns mean; tables.ts adds what the schema cannot say.
import type { Generated } from 'kysely'

export interface SchemaTables {
  audit_chain: {
    id: number
    last_n: number
    last_at: number
    last_hash: string
    forgotten_n: number
    forgotten_hash: string
    kept_ms: number | null
    unproven_n: Generated<number>
  }
  audit_log: {
    id: string
    n: number
    at: number
    who: string | null
    address: string | null
    what: string
    detail: string
    previous_hash: string
    hash: string
  }
  audit_subjects: {
    subject: string
    n: number
  }
  backup_targets: {
    place: string
    since: number
    covered_at: number | null
    on_own_disk: number | null
    generation: string | null
    parent: string | null
    n: Generated<number>
    hash: Generated<string>
  }
  card_events: {
    id: string
    type: string
    received_at: number
  }
  challenge_key: {
    id: number
    secret: string
  }
  change_log: {
    n: number
    at: number
    changeset: Uint8Array | null
  }
  dispute_orders: {
    dispute_id: string
    order_id: string
    amount_minor: number
  }
  disputes: {
    id: string
    intent_id: string
    amount_minor: number
    reason: string
    opened_at: number
    won_at: number | null
    lost_at: number | null
    refundable: Generated<number>
    withdrawn_minor: Generated<number>
    fee_minor: Generated<number>
  }
  erasures: {
    user_id: string
    asked_at: number
    provider_told_at: number | null
    tried_at: Generated<number>
    cleaned_at: number | null
  }
  invoice_series: {
    series: string
    last_number: number
  }
  invoice_taxes: {
    series: string
    number: number
    name: string
    percent_thousandths: number
    gross_minor: number
    tax_minor: number
    issued_at: number
  }
  invoices: {
    series: string
    number: number
    order_id: string
    refund_id: string | null
    amount_minor: number
    issued_at: number
    content: string
    payment_id: string | null
  }
  item_imports: {
    id: string
    user_id: string
    created_at: number
    digest: string
    added: number
    changed: number
    idempotency_key: string | null
  }
  item_texts: {
    number: number
    item_id: string
    name: string
  }
  items: {
    id: string
    name: string
    description: string
    price_minor: number
    photo_url: string
    pictures: Generated<string>
    materials: Generated<string>
    size: Generated<string>
    care: Generated<string>
    must_quantity: number
    stocked_quantity: number
    available_quantity: number
    low_since: number | null
    review_count: Generated<number>
    star_sum: Generated<number>
    version: Generated<number>
    created_at: number
    hidden_at: number | null
    removed_at: number | null
    words_due: Generated<number>
    family: Generated<string>
    tax: Generated<string>
  }
  linked_accounts: {
    provider: string
    subject: string
    user_id: string
    created_at: number
  }
  mailed_links: {
    secret_hash: string
    user_id: string
    purpose: 'reset' | 'verify'
    expires_at: number
  }
  migrations: {
    name: string
    applied_at: number
  }
  newsletter_subscribers: {
    token_hash: string
    email: string | null
    asked_at: number
    confirmed_at: number | null
    left_at: number | null
    expires_at: number | null
  }
  number_gaps: {
    series: 'T' | 'INV' | 'CN'
    first_number: number
    last_number: number
    noted_at: number
  }
  order_events: {
    order_id: string
    n: number
    at: number
    what: string
    who: string
    admin_id: string | null
    detail: string | null
  }
  orders: {
    id: string
    number: number | null
    user_id: string
    item_id: string
    item_name: string
    owner_name: string
    email: string
    mobile_number: string
    address: string
    quantity: number
    unit_price_minor: number
    total_minor: number
    idempotency_key: string | null
    created_at: number
    held_until: number
    renewed_ms: Generated<number>
    released_at: number | null
    removed_at: number | null
    paid_at: number | null
    transaction_id: string | null
    sent_at: number | null
    carrier: string | null
    tracking: string | null
    refunded_minor: Generated<number>
    refunded_at: number | null
    refund_pending_minor: Generated<number>
    refund_failed_at: number | null
    disputed_at: number | null
    restocked_quantity: Generated<number>
    payment_unmatched_at: number | null
    refunds_blocked_at: number | null
    dispute_lost_minor: Generated<number>
    search_text: string | null
    paid_minor: number | null
    paid_delivery_minor: Generated<number>
    paid_method: string | null
    received_on: string | null
    transfer_until: number | null
    transfer_delivery_minor: number | null
  }
  outbox: {
    id: string
    recipient: string
    user_id: string | null
    subject: string
    text_body: string
    html_body: string
    receipt_of: string | null
    document: string | null
    created_at: number
    tries: number
    next_try_at: number
    sent_at: number | null
    given_up_at: number | null
    priority: Generated<number>
    unsubscribe_url: string | null
  }
  passkey_challenges: {
    challenge_hash: string
    expires_at: number
  }
  passkeys: {
    id: string
    credential_id: string
    user_id: string
    name: string
    public_key: string
    counter: number
    created_at: number
    last_used_at: number | null
  }
  payment_orders: {
    payment_id: string
    order_id: string
    amount_minor: number
    ended_at: number | null
    delivery_minor: Generated<number>
    discount_minor: Generated<number>
  }
  payments: {
    id: string
    amount_minor: number
    currency: string
    intent_id: string | null
    created_at: number
    checked_at: number
    succeeded_at: number | null
    canceled_at: number | null
    received_minor: number | null
    declines: Generated<number>
    started_from: string | null
    method: Generated<string>
    noted_by: string | null
    idempotency_key: string | null
    voucher: Generated<string>
  }
  picture_folders: {
    id: string
    seen_at: number
  }
  profiles: {
    user_id: string
    name: string
    address: string
    education: string
    linkedin: string
    mobile_number: string
    updated_at: number
  }
  proofs: {
    proof_hash: string
    user_id: string
    expires_at: number
    strong_at: number | null
  }
  rate_counters: {
    name: string
    count: number
    resets_at: number
  }
  recovery_codes: {
    code_hash: string
    user_id: string
  }
  refunds: {
    id: string
    payment_id: string | null
    order_id: string | null
    intent_id: string
    amount_minor: number
    reason: string
    asked_by: string | null
    note: string | null
    restocked: Generated<number>
    idempotency_key: string | null
    attempt: number
    provider_id: string | null
    created_at: number
    next_look_at: number
    needs_action_at: number | null
    succeeded_at: number | null
    failed_at: number | null
    failure: string | null
  }
  reviews: {
    id: string
    user_id: string | null
    item_id: string | null
    name: string
    comment: string
    star_rating: number
    answer: string | null
    created_at: number
    hidden_at: number | null
  }
  sessions: {
    token_hash: string
    user_id: string
    created_at: number
    expires_at: number
    last_used_at: number | null
    browser: string | null
    address: string | null
    proved_at: Generated<number>
    strong_at: number | null
  }
  shop_content: {
    version: number
    content: string
    saved_at: number
    saved_by: string | null
  }
  shop_identity: {
    id: string
  }
  shop_mode: {
    id: number
    mode: 'demo' | 'live'
    since: number
    opening_hidden_at: number | null
    webhook_heard_at: number | null
    backup_at: number | null
    backup_to: string | null
  }
  sign_in_flows: {
    state_hash: string
    provider: string
    code_verifier: string
    nonce: string
    next_path: string
    expires_at: number
  }
  stock_alerts: {
    item_id: string
    user_id: string
    secret_hash: string
    created_at: number
  }
  stock_changes: {
    id: string
    item_id: string
    change: number
    counted: number | null
    reason: string
    user_id: string | null
    created_at: number
    idempotency_key: string | null
  }
  totp_secrets: {
    user_id: string
    secret: string | null
    next_secret: string | null
    last_step: number
    on_since: number | null
  }
  unmatched_payments: {
    intent_id: string
    amount_minor: number
    email: string | null
    user_id: string | null
    description: string | null
    charged_at: number
    found_at: number
    order_ids: Generated<string>
  }
  unsubscribe_key: {
    id: number
    secret: string
  }
  users: {
    id: string
    email: string
    email_verified_at: number | null
    display_name: string
    photo_url: string | null
    password_hash: string | null
    created_at: number
    last_seen_at: number | null
    removed_at: number | null
    closed_at: number | null
    admin_since: number | null
    order_notices: Generated<'off' | 'each' | 'hourly'>
    stock_notices: Generated<number>
    told_until: number | null
    search_text: string | null
  }
  welcome_links: {
    secret_hash: string
    expires_at: number
  }
  write_probes: {
    id: number
    padding: string
  }
}
