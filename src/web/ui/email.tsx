/** An email address that may wrap only after its @. */
export function Email({ email }: { email: string }) {
  const host = email.lastIndexOf('@') + 1
  return (
    <span className="block min-w-34 wrap-anywhere">
      {email.slice(0, host)}
      <wbr />
      {email.slice(host)}
    </span>
  )
}
