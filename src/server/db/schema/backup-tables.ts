/** Tables of the embedded database alone: PostgreSQL has a log of its own. */
export interface BackupTables {
  change_log: ChangeLogRow
  backup_targets: BackupTargetRow
}

export interface ChangeLogRow {
  n: number
  at: number
  /** Null where the changes could not be recorded. */
  changeset: Uint8Array | null
}

export interface BackupTargetRow {
  place: string
  since: number
  covered_at: number | null
  on_own_disk: number | null
  generation: string | null
  parent: string | null
  n: number
  hash: string
}
