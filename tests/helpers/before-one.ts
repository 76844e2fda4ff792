import type { Database } from '../../src/server/db/database.ts'

/** What the version before finds on data that was taken over: it knows this number, so it can work with it. */
export const promise = 'from-0035'

/** As if these versions had made the tables, which are those of today: what is noted of it is all that differs. */
export const noteAs = (db: Database, stems: readonly string[]): Promise<void> =>
  db.write(async tx => {
    await tx.deleteFrom('migrations').execute()
    for (const stem of stems)
      await tx
        .insertInto('migrations')
        .values({ name: `${stem}.sql`, applied_at: 1 })
        .execute()
  })
