/** An e-mail in a table: it breaks after its @, where it has to. */
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
