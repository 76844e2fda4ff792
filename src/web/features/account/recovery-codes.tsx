interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** Shown once, because the shop stores only hashes of them. */
export const RecoveryCodes = ({ codes, onDone }: RecoveryCodesProps) => (
  <div className="panel grid justify-items-start gap-4">
    <p>
      These are your recovery codes. Each one lets you sign in once without your phone. Write them down or
      save them now: they are not shown again, and older codes no longer work.
    </p>
    <ul aria-label="Recovery codes" className="grid gap-x-8 gap-y-1 font-mono sm:grid-cols-2">
      {codes.map(code => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <button type="button" className="btn btn-primary" onClick={onDone}>
      I have saved them
    </button>
  </div>
)
