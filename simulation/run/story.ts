import type { WorldEvent } from '../interfaces.ts'

const longest = 300

const shortened = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** One line of the story of a world. */
export function storyLine(event: WorldEvent): string {
  const time = new Date(event.at).toISOString().slice(5, 23).replace('T', ' ')
  return `${String(event.step).padStart(6)}  ${time}  ${wordsOf(event)}`
}

function wordsOf(event: WorldEvent): string {
  switch (event.kind) {
    case 'sent': {
      const { call, device, to, method, path, body } = event
      return `${device} → ${to}: call ${call} ${method} ${path} ${body === undefined ? '' : shortened(body)}`
    }
    case 'answered':
      return `  ← call ${event.call} ${event.status} ${shortened(event.body)}`
    case 'lost':
      return `  ← call ${event.call} has no answer`
    case 'mail':
      return `  @ ${event.mail.to}: ${event.mail.subject}`
    case 'told':
      return `${event.who} ${event.line}`
    case 'fault':
      return `  ~ ${event.what}`
    case 'crashed':
      return `  ~ the shop crashes (${event.where})${event.powerLoss ? ', and the power fails' : ''}`
    case 'opened':
      return '  ~ the shop is open'
  }
}
