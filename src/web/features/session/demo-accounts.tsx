import type { AnswerOf } from '#contract/endpoint.ts'
import type { identity } from '#contract/identity.ts'
import { useSignInOptions } from './queries.ts'

export type DemoAccount = AnswerOf<typeof identity.options>['demoAccounts'][number]

/** The public demo accounts; a live shop has none and shows no box. */
export function DemoAccounts({ onUse }: { onUse: (account: DemoAccount) => void }) {
  const accounts = useSignInOptions().data?.demoAccounts ?? []
  if (accounts.length === 0) return null
  return (
    <section className="panel mt-8" aria-labelledby="demo-accounts">
      <h2 id="demo-accounts" className="text-base font-semibold">
        Demo credentials
      </h2>
      <p className="mt-1 text-sm text-soft">Try the shop without creating an account.</p>
      <ul className="mt-4 grid gap-3">
        {accounts.map(account => (
          <li key={account.email} className="flex items-center justify-between gap-4 text-sm">
            <p className="min-w-0 break-words">
              <strong className="font-semibold">{account.label}</strong>
              <br />
              {account.email}
              <br />
              {account.password}
            </p>
            <button type="button" className="btn btn-sm btn-quiet" onClick={() => onUse(account)}>
              Use<span className="sr-only"> the account {account.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
