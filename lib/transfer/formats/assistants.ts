import {
  anyFields,
  anyList,
  anyText,
  type Fields,
  fieldsOf,
  flagOf,
  idOf,
  isFields,
  knownName,
  knownText,
  listOf,
} from './fields'
import { attachmentTrace, byRole, fencedFile, joinedTexts, textIn, tracesOf } from './parts'
import { type FileAround, type Left, leave, talkOf } from './talk'
import { branchTalk, shownPath, treeNodes } from './tree'

const UNSUPPORTED = /```\s*This block is not supported on your current device yet\.?\s*```/g
/** What a call wrote into an artifact or a file; empty for other calls. */
function artifact({ name, input }: Fields): string {
  if (!/^(?:artifacts|create_file)$/.test(knownText(name))) return ''
  const { title, path, language, content, file_text, new_str } = anyFields(input)
  const text = anyText(content || file_text || new_str)
  return text && fencedFile(anyText(title || path), text, anyText(language) || undefined)
}

/** What was typed or answered, artifacts, and the texts attached to it. */
function claudeText({ content, text, attachments, files }: Fields, left: Left): string {
  const blocks = listOf(content)
    .map(fieldsOf)
    .map((block) => {
      const isCall = block.type === 'tool_use'
      const made = isCall ? artifact(block) : knownText(block.text)
      if (isCall && !made) leave(left, 'tool call')
      return made.replace(UNSUPPORTED, '')
    })
  const texts = blocks.some((one) => one.trim()) ? blocks : [knownText(text).replace(UNSUPPORTED, '')]
  const attached = listOf(attachments).map((one) => {
    const { file_name, extracted_content } = fieldsOf(one)
    return (
      knownText(extracted_content).trim() && fencedFile(knownText(file_name), knownText(extracted_content))
    )
  })
  return joinedTexts([...texts, ...attached, ...tracesOf(files, left)])
}

/** One conversation of a Claude export: the branch that ends in the newest message. @throws Refusal */
export function readClaude({ uuid, name, created_at, chat_messages }: Fields) {
  const about = { format: 'claude', sourceId: uuid, title: name, at: created_at } as const
  return branchTalk(about, listOf(chat_messages), ['uuid', 'parent_message_uuid'], (item, left) => {
    const message = fieldsOf(item)
    const text = claudeText(message, left)
    const one = byRole(message.sender, { text, id: idOf(message.uuid), at: message.created_at })
    return text ? one : null
  })
}

const LEFT: Record<string, string> = { THINK: 'thought', REQUEST: '', RESPONSE: '' }
/** One conversation of a DeepSeek export: the newest branch. Older exports have no fragments. @throws Refusal */
export async function readDeepSeek({ id, title, inserted_at: at, mapping }: Fields) {
  const nodes = await treeNodes(fieldsOf(mapping))
  const path = [...shownPath(nodes, '')].filter(([, { message }]) => message)
  const about = { format: 'deepseek', sourceId: id, title, at } as const
  const talk = await talkOf(about, path, ([key, { message }], left, i) => {
    const { fragments, content, files, inserted_at } = fieldsOf(message)
    const parts = listOf(fragments).map(fieldsOf)
    const isSaid = ({ type }: Fields) => LEFT[knownText(type)] === ''
    for (const part of parts) if (!isSaid(part)) leave(left, LEFT[knownText(part.type)] ?? 'tool call')
    const said = parts.filter(isSaid)
    const texts = fragments
      ? said.map((one) => (typeof one.content === 'string' ? one.content : ''))
      : [content]
    const isUser = said.length ? said[0]?.type === 'REQUEST' : i % 2 === 0
    const text = joinedTexts([...texts.map(knownText), ...tracesOf(files, left)])
    return { part: isUser ? 'user' : 'assistant', text, at: inserted_at, id: key }
  })
  const all = [...nodes.values()].filter(({ message }) => message)
  leave(talk.left, 'other-branch message', all.length - path.length)
  return talk
}

/** One conversation of a Grok export: the branch that ends in its last message. @throws Refusal */
export function readGrok({ conversation, responses }: Fields) {
  const { id, title, create_time } = fieldsOf(conversation)
  const about = { format: 'grok', sourceId: id, title, at: create_time } as const
  const all = listOf(responses).map((item) => anyFields(item).response)
  return branchTalk(about, all, ['_id', 'parent_response_id'], (item, left) => {
    const { _id, sender, message, create_time: at, file_attachments } = fieldsOf(item)
    const text = joinedTexts([knownText(message), ...tracesOf(file_attachments, left)])
    return byRole(sender, { id: idOf(_id), at, text })
  })
}

/** The recursive form as a list: each message before those that reply to it. */
function treeAsList(messages: readonly unknown[]): unknown[] {
  const made: unknown[] = []
  const open = [...messages].reverse()
  for (let message = open.pop(); message !== undefined; message = open.pop()) {
    made.push(message)
    if (isFields(message) && Array.isArray(message.children)) open.push(...message.children.toReversed())
  }
  return made
}

/** One conversation of LibreChat, flat or recursive: the branch that ends in its last message. @throws Refusal */
export function readLibreChat({ conversationId, title, messages, messagesTree }: Fields) {
  const all = treeAsList([...listOf(messages), ...listOf(messagesTree)])
  const about = { format: 'librechat', sourceId: conversationId, title } as const
  return branchTalk(about, all, ['messageId', 'parentMessageId'], (item, left) => {
    const { messageId, isCreatedByUser, text, content, createdAt: at, files } = fieldsOf(item)
    const part = flagOf(isCreatedByUser) ? 'user' : 'assistant'
    const said = textIn(listOf(content).length ? content : text, left)
    return { part, text: joinedTexts([said, ...tracesOf(files, left)]), id: idOf(messageId), at }
  })
}

const DETAILS = /<details type="(\w+)"[^>]*>[\s\S]*?<\/details>\s*/g
/** Thoughts and tool calls stand folded in the text. */
const unfolded = (text: string, left: Left) =>
  text.replace(DETAILS, (_, type: string) => {
    leave(left, type === 'reasoning' ? 'thought' : 'tool call')
    return ''
  })

/** One chat of an Open WebUI export: the branch shown last. @throws Refusal */
export async function readOpenWebUi(value: Fields) {
  const chat = isFields(value.chat) ? value.chat : value
  const { id, title, created_at } = isFields(value.chat) ? value : {}
  const { messages, currentId } = anyFields(chat.history)
  const nodes = await treeNodes(anyFields(messages))
  const path = chat.history
    ? [...shownPath(nodes, knownName(currentId)).keys()].map((key) => anyFields(messages)[key])
    : listOf(chat.messages)
  const about = { sourceId: id, title: knownName(title) || chat.title, at: created_at ?? chat.timestamp }
  const left: Left = {}
  leave(left, 'other-branch message', nodes.size && nodes.size - path.length)
  const read = (item: unknown) => {
    const { id, role, content, output, timestamp: at, files } = fieldsOf(item)
    // Since version 0.10 an answer may be in its output alone.
    const said = unfolded(textIn(content, left), left).trim() || textIn(anyList(output), left)
    const text = joinedTexts([said, ...tracesOf(files, left)])
    return byRole(role, { id: idOf(id), at, text })
  }
  return talkOf({ format: 'open-webui', ...about }, path, read, left)
}

/** A chat saved by Google AI Studio, named by its file. @throws Refusal */
export function readAiStudio({ chunkedPrompt, systemInstruction }: Fields, { file }: FileAround) {
  const left: Left = {}
  if (anyFields(systemInstruction).text) leave(left, 'system instruction')
  const about = { format: 'ai-studio', title: file.replace(/\.(?:json|txt)$/i, '') } as const
  return talkOf(
    about,
    anyList(anyFields(chunkedPrompt).chunks),
    (item) => {
      const { role, text, isThought, createTime: at, ...more } = fieldsOf(item)
      if (isThought) return 'thought'
      if (more.executableCode || more.codeExecutionResult) return 'tool call'
      const media = Object.keys(more).filter((key) => /^(?:drive|inline|youtube)/.test(key))
      const traces = media.map((key) => attachmentTrace('', left, /image/i.test(key)))
      return byRole(role, { at, text: joinedTexts([knownText(text), ...traces]) })
    },
    left,
  )
}
