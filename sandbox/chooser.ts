import { avatarPath } from './avatar.ts'
import { type Html, html } from './page.ts'
import type { Person } from './people.ts'

/** A person for display; `line` is their email or a note about it. */
export interface Face extends Person {
  line: string
}

export interface Choice {
  /** The provider's display name, such as Google. */
  provider: string
  /** The provider's base path, such as /google. */
  root: string
  /** The target of the forms. */
  action: string
  people: readonly Face[]
  /** The host that the visitor returns to. */
  shop: string
  emailIsOptional: boolean
  /** The OAuth parameters, as hidden fields, so that the page needs no cookie. */
  carried: URLSearchParams
  problem?: string
}

const style = html`<style>
  .people { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)) }
  .people button { width: 100%; height: 100%; display: flex; gap: .9rem; align-items: center; text-align: left; white-space: normal; background: var(--card); color: inherit; border-color: var(--line) }
  .people button:hover { border-color: var(--accent) } .people img, td img { width: 2.75rem; height: 2.75rem; flex: none }
  .people span { min-width: 0; overflow-wrap: anywhere } .people small { display: block; opacity: .75 }
  .problem { border-left: .3rem solid var(--accent); padding-left: .8rem } .choice { display: flex; gap: .5rem; align-items: center } summary { cursor: pointer; font-weight: 600 }
</style>`

const hidden = (carried: URLSearchParams): Html[] =>
  [...carried].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

/** One button per person, so that Tab and Enter are enough. */
export function chooserBody(choice: Choice): Html {
  const { action, carried } = choice
  return html`${style}
  <p>Choose who you are at ${choice.provider}. You then go back to <strong>${choice.shop}</strong>, which learns this person's name and email.</p>
  ${choice.problem ? html`<p class="problem" role="alert">${choice.problem}</p>` : undefined}
  <form method="post" action="${action}" aria-label="People">${hidden(carried)}
    <ul class="people">${choice.people.map(person => personButton(choice, person))}</ul>
  </form>
  <details class="card" style="margin-top: 1rem"${choice.problem ? html` open` : undefined}>
    <summary>Use another account</summary>${accountForm(choice)}
  </details>
  <form method="post" action="${action}">${hidden(carried)}<button class="quiet" name="action" value="deny">Cancel</button></form>`
}

function personButton({ root }: Choice, person: Face): Html {
  return html`<li><button name="person" value="${person.id}"><img src="${avatarPath(root, person)}" alt="">
    <span>${person.name}<small>${person.line}</small><small>${person.about}</small></span></button></li>`
}

function accountForm({ action, carried, emailIsOptional }: Choice): Html {
  return html`<form method="post" action="${action}">${hidden(carried)}
    <label for="name">Name</label><input id="name" name="name" required maxlength="100" autocomplete="off">
    <label for="email">Email${emailIsOptional ? ' (optional)' : ''}</label>
    <input id="email" name="email" type="email" maxlength="250" autocomplete="off"${emailIsOptional ? undefined : html` required`}>
    <label class="choice"><input type="checkbox" name="verified" value="yes" checked> The provider has verified this email</label>
    <p><button name="action" value="create">Continue with this account</button></p>
  </form>`
}

export function peopleTable(root: string, people: readonly Face[]): Html {
  const rows = people.map(
    person => html`<tr><td><img src="${avatarPath(root, person)}" alt=""></td><td>${person.name}</td>
      <td>${person.line}</td><td>${person.about}</td></tr>`,
  )
  return html`${style}<div class="card"><table>
    <thead><tr><td></td><th scope="col">Name</th><th scope="col">Email</th><th scope="col">Use it to test</th></tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`
}
