import type { ShopContent } from '#contract/shop-content.ts'

/** A native accordion: <details> elements with one name close each other. */
export const Questions = ({ questions }: { questions: NonNullable<ShopContent['questions']> }) => (
  <section className="wide section questions fold" aria-labelledby="questions">
    <h2 id="questions" className="font-display text-3xl sm:text-4xl">
      {questions.title}
    </h2>
    <div>
      {questions.list.map(({ question, answer }) => (
        <details key={question} name="questions">
          <summary>{question}</summary>
          <p className="whitespace-pre-line">{answer}</p>
        </details>
      ))}
    </div>
  </section>
)
