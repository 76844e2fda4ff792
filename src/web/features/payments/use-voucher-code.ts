import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useContent } from '../../api/content.ts'
import { forgetVoucher, rememberedVoucher } from '../../api/linked-voucher.ts'

const name = 'voucher'

/** The voucher of this payment: from the address of the page, or from the link that led to the shop. */
export function useVoucherCode() {
  const { takesVouchers } = useContent()
  const [params, setParams] = useSearchParams()
  const [code, setCode] = useState(() =>
    takesVouchers ? (params.get(name) ?? rememberedVoucher() ?? undefined) : undefined,
  )
  return {
    code,
    /** The address has it too, so that a reload keeps it. */
    setCode(next: string | undefined): void {
      setCode(next)
      if (next === undefined) forgetVoucher()
      const set = (last: URLSearchParams) => {
        last.delete(name)
        if (next !== undefined) last.set(name, next)
        return last
      }
      setParams(set, { replace: true, preventScrollReset: true })
    },
  }
}
