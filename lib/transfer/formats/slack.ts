import { anyFields, type Fields, fieldsOf, isFields, nameOf, textOf } from './fields'
import { joined, tracesOf } from './parts'
import { type Around, talkOf } from './talk'

const isMessage = (value: unknown): value is Fields =>
  isFields(value) && value.type === 'message' && typeof value.ts === 'string'
/** An entry of the export's users.json. */
const isUser = (value: unknown): value is Fields =>
  isFields(value) && isFields(value.profile) && 'team_id' in value && 'name' in value
export const isSlack = (value: unknown) => isMessage(value) || isUser(value)

const calledIn = (profile: unknown) => {
  const { display_name, real_name } = anyFields(profile)
  return nameOf(display_name) || nameOf(real_name)
}

/** The messages of a channel, oldest first. Users are noted in `names`. */
export function slackTalks(items: readonly unknown[], { names }: Around): unknown[][] {
  for (const user of items.filter(isUser)) {
    names.set(nameOf(user.id), calledIn(user.profile) || nameOf(user.name))
  }
  const messages = items.filter((item) => !isUser(item))
  const timeOf = (item: unknown) => (isMessage(item) ? Number(item.ts) : 0)
  return messages.some(isMessage) ? [messages.sort((a, b) => timeOf(a) - timeOf(b))] : []
}

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>' }
const readable = (text: string, names: Map<string, string>) =>
  text
    .replace(/<@(\w+)(?:\|([^>]*))?>/g, (_, id: string, name?: string) => `@${name || names.get(id) || id}`)
    .replace(/<[#!]([^|>]*)(?:\|([^>]*))?>/g, (_, id: string, name?: string) => name || id)
    .replace(/<((?:https?|mailto):[^|>]*)\|([^>]*)>/g, '$2 ($1)')
    .replace(/<((?:https?|mailto):[^>]*)>/g, '$1')
    .replace(/&(amp|lt|gt);/g, (_, name: string) => SIGNS[name] ?? '')

const SAID = new Set(['', 'bot_message', 'me_message', 'thread_broadcast', 'file_share', 'file_comment'])
/** The messages of one channel. The first speaker counts as the user. @throws Refusal */
export function readSlack(messages: readonly unknown[], { file, folder, names }: Around) {
  const whoIn = (one: Fields) => nameOf(one.user) || nameOf(one.username)
  const first = messages.filter(isMessage).find((one) => SAID.has(nameOf(one.subtype)) && whoIn(one))
  const me = first ? whoIn(first) : ''
  const about = { format: 'slack', title: folder || file.replace(/\.json$/i, '') } as const
  return talkOf(about, messages, (item, left) => {
    const message = fieldsOf(item)
    const { ts, user, username, user_profile: profile } = message
    if (!SAID.has(textOf(message.subtype))) return 'service message'
    const who = whoIn(message)
    return {
      part: who === me ? 'user' : 'assistant',
      speaker: names.get(nameOf(user)) || calledIn(profile) || nameOf(username) || nameOf(user),
      text: joined([readable(textOf(message.text), names), ...tracesOf(message.files, left)]),
      at: textOf(ts),
      id: `${ts} ${who}`,
    }
  })
}
