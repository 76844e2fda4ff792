/** Warns before an order is sent whose payment the shop may lose. */
export const DisputeWarning = ({ numbers }: { numbers: readonly string[] }) => (
  <p role="note" className="form-error">
    {numbers.length === 1 ? `${numbers[0]} is disputed` : `${numbers.join(', ')} are disputed`}: the customer
    has asked their bank to reverse the payment. If the bank agrees, you lose both the goods and the money.
    Keep proof of delivery for your answer to the dispute.
  </p>
)
