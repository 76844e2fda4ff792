import { BadSettings } from '../config.ts'
import { DataRefused } from '../db/data-dir.ts'
import { isDamaged, isOutage, postgresRefusal } from '../db/engine/faults.ts'

/** Why the shop did not start, and what to do: for the terminal. */
export function explainFailedStart(error: unknown): string {
  if (error instanceof BadSettings) return `\n${error.message}\n\n.env.example explains every setting.\n`
  if (error instanceof DataRefused) return `\n${error.message}\n`
  const { code, message, stack, port } = error as NodeJS.ErrnoException & { port?: number }
  switch (code) {
    case 'EADDRINUSE':
      return `\nPort ${port} is taken. Stop the program that uses it, or choose another: PORT=3100 npm start\n`
    case 'EACCES':
    case 'EROFS':
    case 'EPERM':
      return `\nThe shop is not allowed to use a file or port it needs (${message}). Check DATA_DIR and PORT.\n`
    case 'EEXIST':
    case 'ENOTDIR':
      return `\nDATA_DIR is not a folder (${message}). Choose another, or remove what is there.\n`
    case 'ERR_MODULE_NOT_FOUND':
      return `\nThe pages have not been built yet. Start the shop with: npm start\n`
  }
  if (isDamaged(error)) {
    return `\nThe database file in DATA_DIR is damaged (${message}). Restore a backup: npm run shop -- restore FILE --replace\n`
  }
  const refusal = postgresRefusal(error)
  if (refusal) return `\n${postgresSentences[refusal]} (${message}).\n`
  if (isOutage(error)) {
    return `\nThe database cannot be used (${message || code}). Check DATABASE_URL or DATA_DIR, then start again.\n`
  }
  return `\nThe shop could not start because of an internal error:\n${stack}\n`
}

const postgresSentences = {
  password: 'PostgreSQL does not let the shop in: check the user and the password in DATABASE_URL',
  database: 'PostgreSQL has no such database: create it, or check the name in DATABASE_URL',
  rights:
    'The PostgreSQL user in DATABASE_URL may not make or use the shop’s tables: make it the owner of the database',
}
