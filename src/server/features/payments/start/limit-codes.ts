import type { FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { findVoucher } from '#domain/voucher.ts'
import type { Deps } from '../../../deps.ts'
import { limitGuesses } from '../../../limits/rates.ts'
import * as shopContent from '../../../store/shop-content.ts'

/** Refuses the voucher of somebody who has entered too many that do not exist; paying goes on without it. */
export async function limitCodes(
  deps: Deps,
  request: FastifyRequest,
  code: string | undefined,
): Promise<void> {
  if (code === undefined) return
  const { vouchers } = await shopContent.read(deps.db.read)
  try {
    await limitGuesses(deps, request, findVoucher(vouchers, code) !== undefined)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.code, error.message, { ...error.extras, fields: { voucher: error.message } })
  }
}
