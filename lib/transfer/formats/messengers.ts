import { calendarTime } from './dates'
import {
  anyFields,
  type Fields,
  fieldsOf,
  idOf,
  isFields,
  knownName,
  knownText,
  listOf,
  saidOf,
} from './fields'
import { attachmentTrace, joinedTexts, tracesOf } from './parts'
import { type FileAround, talkOf } from './talk'

export const isTelegram = (value: Fields) =>
  Array.isArray(value.messages) &&
  /_(?:chat|group|supergroup|channel)$|^saved_messages$/.test(knownName(value.type))

/**
 * Who exported the chat: named in an export of everything; in a chat of two the one it is not called after.
 */
function ownerOf({ type, name, messages }: Fields, { header }: FileAround): (message: Fields) => boolean {
  const me = knownName(anyFields(header.personal_information).user_id)
  if (me) return ({ from_id }) => knownName(from_id) === `user${me}`
  if (type === 'saved_messages') return () => true
  const names = listOf(messages).map((message) => knownName(anyFields(message).from))
  const title = knownName(name)
  if (/^(?:personal|bot)_chat$/.test(knownText(type)) && names.includes(title))
    return ({ from }) => knownName(from) !== title
  const first = names.find(Boolean)
  return ({ from }) => knownName(from) === first
}

/** One chat of Telegram Desktop's JSON export. @throws Refusal */
export function readTelegram(chat: Fields, around: FileAround) {
  const isMine = ownerOf(chat, around)
  const about = {
    format: 'telegram',
    sourceId: chat.id,
    title: knownName(chat.name) || 'Saved messages',
  } as const
  return talkOf(about, listOf(chat.messages), (item, left) => {
    const message = fieldsOf(item)
    if (message.type === 'service') return 'service message'
    const runs = [message.text].flat().map((run) => saidOf(isFields(run) ? run.text : run))
    const { photo, sticker_emoji: sticker } = message
    const sender = idOf(message.from) || idOf(message.from_id) || 'Deleted account'
    // A forwarded message was written by someone else.
    const said = 'forwarded_from' in message ? knownName(message.forwarded_from) || 'Deleted account' : sender
    const [file, type] = [knownText(message.file), knownText(message.media_type)]
    const media = photo || file || (type && type !== 'sticker')
    const name =
      knownText(message.file_name) || (/^\(File/.test(file) ? type : file.split('/').at(-1)) || type
    const trace = knownText(sticker) || (media ? attachmentTrace(name, left, photo ? true : undefined) : '')
    return {
      part: said === sender && isMine(message) ? 'user' : 'assistant',
      speaker: said,
      text: joinedTexts([runs.join(''), trace]),
      at: message.date_unixtime ?? message.date,
      id: idOf(message.id),
    }
  })
}

/** `[13/02/2026, 10:00:05] Marta: Hi` or `2/13/26, 10:00 AM - Marta: Hi`. */
const LINE =
  /^\u200e?\[?(\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s[^\]\-–:]{0,6}\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?)(?:\]|\s[-–])\s(?:([^:]{1,80}):\s)?([\s\S]*)$/i
export const isWhatsApp = (line: unknown): line is string => typeof line === 'string' && LINE.test(line)

type Line = { at: string; name: string; text: string }
/** A line without a date continues the message before it. */
function whatsAppMessages(lines: readonly unknown[]): Line[] {
  const messages: Line[] = []
  for (const line of lines.map(String)) {
    const [, at, name = '', text = ''] = LINE.exec(line) ?? []
    const last = messages.at(-1)
    if (at) messages.push({ at, name: name.replace(/^[\u200e\u202a~\s]+/u, ''), text })
    else if (last) last.text += `\n${line}`
  }
  return messages
}

/**
 * Whether the day stands before the month: some date says so, or no date and no clock of twelve hours denies
 * it.
 */
function isDayFirst(messages: readonly Line[]): boolean {
  const numbers = messages.map(({ at }) => at.split(/[./,\s-]+/).map(Number))
  if (numbers.some(([first = 0]) => first > 12 && first < 32)) return true
  return !numbers.some(([, second = 0]) => second > 12) && !messages.some(({ at }) => /m\.?$/i.test(at))
}

const CHAT = /WhatsApp.*? (?:-|with|mit|con|com|avec|met) (.+?)(?: \(\d+\))?\.(?:txt|zip)$/i
const MEDIA = /^\u200e?(?:<[^<>]+>|.{1,40} omitted)$|^\u200e?(.+\.\w{2,5}) \([^()]+\)$/u

/** What the program puts behind words: the file that came with them, or that they were edited. */
const BEHIND = /\s*(?:\u200e<([^<>]+)>|<This message was edited>)$/u

/** A chat that WhatsApp exported as text. Its dates name no time zone. @throws Refusal */
export function readWhatsApp(lines: readonly unknown[], { file, folder }: FileAround) {
  const messages = whatsAppMessages(lines)
  const dayFirst = isDayFirst(messages)
  const names = new Set(messages.flatMap(({ name }) => name || []))
  const title = CHAT.exec(file)?.[1] ?? CHAT.exec(folder)?.[1] ?? ''
  const [first] = names
  const isMine = (name: string) => (names.size === 2 && names.has(title) ? name !== title : name === first)
  const about = { format: 'whatsapp', title: title || [...names].slice(0, 3).join(', ') } as const
  return talkOf(about, messages, ({ at, name, text }, left) => {
    const [first = '', ...caption] = text.trim().split('\n')
    const found = MEDIA.exec(first)
    // Words follow a file's name only.
    const media = caption.length && !found?.[1] ? null : found
    // A mark precedes text that the program writes in a person's name.
    if (!name || (!media && text.startsWith('\u200e'))) return 'service message'
    const words = media ? caption.join('\n') : text.trim()
    const behind = BEHIND.exec(words)
    const said = behind ? words.slice(0, behind.index) : words
    const mark = media?.[0] ?? behind?.[1] ?? ''
    const named = media?.[1] ?? mark.match(/[\w-]+\.\w{2,5}/)?.[0] ?? ''
    const trace = media || named ? attachmentTrace(named, left, /image|photo/i.test(mark) || undefined) : ''
    const time = calendarTime(at.replace(',', ''), dayFirst)
    return {
      part: isMine(name) ? 'user' : 'assistant',
      speaker: name,
      text: joinedTexts(media ? [trace, said] : [said, trace]),
      at: Number.isNaN(time) ? at : time,
    }
  })
}

const isSlackMessage = (value: unknown): value is Fields =>
  isFields(value) && value.type === 'message' && typeof value.ts === 'string'
/** An entry of the export's users.json. */
const isSlackUser = (value: unknown): value is Fields =>
  isFields(value) && isFields(value.profile) && 'team_id' in value && 'name' in value
export const isSlack = (value: unknown) => isSlackMessage(value) || isSlackUser(value)

const calledIn = (profile: unknown) => {
  const { display_name, real_name } = anyFields(profile)
  return knownName(display_name) || knownName(real_name)
}

/** The messages of a channel, oldest first. Users are noted in `names`. */
export function slackTalks(items: readonly unknown[], { names }: FileAround): unknown[][] {
  for (const user of items.filter(isSlackUser)) {
    names.set(knownName(user.id), calledIn(user.profile) || knownName(user.name))
  }
  const messages = items.filter((item) => !isSlackUser(item))
  const timeOf = (item: unknown) => (isSlackMessage(item) ? Number(item.ts) : 0)
  return messages.some(isSlackMessage) ? [messages.sort((a, b) => timeOf(a) - timeOf(b))] : []
}

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>' }
const slackText = (text: string, names: Map<string, string>) =>
  text
    .replace(/<@(\w+)(?:\|([^>]*))?>/g, (_, id: string, name?: string) => `@${name || names.get(id) || id}`)
    .replace(/<[#!]([^|>]*)(?:\|([^>]*))?>/g, (_, id: string, name?: string) => name || id)
    .replace(/<((?:https?|mailto):[^|>]*)\|([^>]*)>/g, '$2 ($1)')
    .replace(/<((?:https?|mailto):[^>]*)>/g, '$1')
    .replace(/&(amp|lt|gt);/g, (_, name: string) => SIGNS[name] ?? '')

const SAID = new Set(['', 'bot_message', 'me_message', 'thread_broadcast', 'file_share', 'file_comment'])
/** The messages of one channel. The first speaker counts as the user. @throws Refusal */
export function readSlack(messages: readonly unknown[], { file, folder, names }: FileAround) {
  const whoIn = (one: Fields) => knownName(one.user) || knownName(one.username)
  const first = messages.filter(isSlackMessage).find((one) => SAID.has(knownName(one.subtype)) && whoIn(one))
  const me = first ? whoIn(first) : ''
  const about = { format: 'slack', title: folder || file.replace(/\.json$/i, '') } as const
  return talkOf(about, messages, (item, left) => {
    const message = fieldsOf(item)
    const { ts, user, username, user_profile: profile } = message
    if (!SAID.has(knownText(message.subtype))) return 'service message'
    const who = whoIn(message)
    return {
      part: who === me ? 'user' : 'assistant',
      speaker: names.get(knownName(user)) || calledIn(profile) || knownName(username) || knownName(user),
      text: joinedTexts([slackText(knownText(message.text), names), ...tracesOf(message.files, left)]),
      at: knownText(ts),
      id: `${ts} ${who}`,
    }
  })
}
