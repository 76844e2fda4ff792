/** Warns before an order is sent whose payment the shop may lose. */
export const DisputeWarning = ({ numbers }: { numbers: readonly string[] }) => (
  <p role="note" className="form-error">
    {numbers.length === 1 ? `${numbers[0]} is disputed` : `${numbers.join(', ')} are disputed`}: the buyer has
    asked the bank for the money back. If the bank agrees, you lose what you send and the money. Keep proof of
    delivery for your answer to the dispute.
  </p>
)
