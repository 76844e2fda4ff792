import { maxFileBytes } from '#contract/endpoint.ts'
import { maxPictureBytes } from '#contract/pictures.ts'
import { maxImportedLines } from '#domain/spreadsheet.ts'

const kilobyte = 1024

/**
 * How much of a request is parsed in one piece. A running parser blocks all other requests, so each bound is checked
 * before its parser starts. docs/security.md explains this table, and bounds.test.ts measures every row.
 */
export const bounds = {
  /** All headers together, including the address and the cookies; Node refuses more with 431. */
  headerBytes: 16 * kilobyte,
  queryParameters: 100,
  cookies: 100,
  /** One part of a path, such as an id or an email address. */
  pathPartChars: 300,
  /** JSON, and the webhooks of the card provider. */
  jsonBytes: 64 * kilobyte,
  /** JSON of admins: a shop with 40 long questions and answers in any script fits. */
  adminJsonBytes: 512 * kilobyte,
  jsonDepth: 20,
  /** Members of objects and arrays, all levels together: the largest call sends 200 orders with three fields each. */
  jsonValues: 2000,
  /** Of admins: the shape of the content itself says that ten thousand questions are too many. */
  adminJsonValues: 25_000,
  /** The most wrong fields that a refusal names. */
  namedFields: 50,
  /** A picture with the form around it. */
  formBytes: maxPictureBytes + 64 * kilobyte,
  formBoundaryChars: 70,
  formParts: 20,
  /** The headers of one part of a form. */
  formHeaderBytes: 8 * kilobyte,
  csvBytes: maxFileBytes,
  /** The first line has the names of the columns. */
  csvLines: maxImportedLines + 1,
  /** Longer than any line that the shop itself writes. */
  csvLineBytes: 64 * kilobyte,
  csvCells: 100,
} as const
