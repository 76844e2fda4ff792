import { questions } from '../../content/home.ts'

/** A native accordion: <details> elements with one name close each other. */
export const Questions = () => (
  <section className="wide section questions" aria-labelledby="questions">
    <h2 id="questions" className="font-display text-3xl sm:text-4xl">
      {questions.title}
    </h2>
    <div>
      {questions.list.map(({ question, answer }) => (
        <details key={question} name="questions">
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  </section>
)
