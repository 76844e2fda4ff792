/** Before something is sent for which the shop may have to give the money back. */
export const DisputeWarning = ({ numbers }: { numbers: readonly string[] }) => (
  <p role="note" className="form-error">
    {numbers.length === 1 ? `${numbers[0]} is disputed` : `${numbers.join(', ')} are disputed`}: the buyer has
    asked the bank for the money back. If the bank agrees, you lose what you send and the money. Keep proof of
    delivery for your answer to the dispute.
  </p>
)
