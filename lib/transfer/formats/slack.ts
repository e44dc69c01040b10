import { z } from 'zod'
import { joined, tracesOf } from './parts'
import { type Around, type Fields, field, isFields, nameOf, shaped, talkOf } from './talk'

const profileSchema = z.object({ display_name: field.text, real_name: field.text }).nullish()
const messageSchema = z.object({
  ts: z.string(),
  user: field.name,
  username: field.text,
  user_profile: profileSchema,
  subtype: field.text,
  text: field.text,
  files: field.list,
})
const isMessage = (value: unknown): value is Fields =>
  isFields(value) && value.type === 'message' && typeof value.ts === 'string'
/** An entry of the export's users.json. */
const isUser = (value: unknown): value is Fields =>
  isFields(value) && isFields(value.profile) && 'team_id' in value && 'name' in value
export const isSlack = (value: unknown) => isMessage(value) || isUser(value)

/** The messages of a channel, oldest first. Users are noted in `names`. */
export function slackTalks(items: readonly unknown[], { names }: Around): unknown[][] {
  for (const user of items.filter(isUser)) {
    const { display_name, real_name } = profileSchema.parse(user.profile) ?? {}
    names.set(nameOf(user.id), display_name || real_name || nameOf(user.name))
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
const WHAT = 'a Slack export'
/** The messages of one channel. The first speaker counts as the user. @throws Refusal */
export function readSlack(messages: readonly unknown[], { file, folder, names }: Around) {
  const whoIn = (one: Fields) => nameOf(one.user) || nameOf(one.username)
  const first = messages.filter(isMessage).find((one) => SAID.has(nameOf(one.subtype)) && whoIn(one))
  const me = first ? whoIn(first) : ''
  const about = { format: 'slack', title: folder || file.replace(/\.json$/i, '') } as const
  return talkOf(about, messages, (item, left, i) => {
    const message = shaped(messageSchema, item, WHAT, `message ${i + 1}`)
    if (!SAID.has(message.subtype)) return 'service message'
    const { user, username, user_profile: profile } = message
    const who = whoIn(message)
    return {
      part: who === me ? 'user' : 'assistant',
      speaker: names.get(user) || profile?.display_name || profile?.real_name || username || user,
      text: joined([readable(message.text, names), ...tracesOf(message.files, left)]),
      at: message.ts,
      id: `${message.ts} ${who}`,
    }
  })
}
