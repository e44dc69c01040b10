import { anyFields, anyText, type Fields, fieldsOf, idOf, listOf, textOf } from './fields'
import { byRole, fileText, joined, tracesOf } from './parts'
import { type Left, leave } from './talk'
import { branchTalk } from './tree'

const UNSUPPORTED = /```\s*This block is not supported on your current device yet\.?\s*```/g
/** What a call wrote into an artifact or a file; empty for other calls. */
function artifact({ name, input }: Fields): string {
  if (!/^(?:artifacts|create_file)$/.test(textOf(name))) return ''
  const { title, path, language, content, file_text, new_str } = anyFields(input)
  const text = anyText(content || file_text || new_str)
  return text && fileText(anyText(title || path), text, anyText(language) || undefined)
}

/** What was typed or answered, artifacts, and the texts attached to it. */
function said({ content, text, attachments, files }: Fields, left: Left): string {
  const blocks = listOf(content)
    .map(fieldsOf)
    .map((block) => {
      const isCall = block.type === 'tool_use'
      const made = isCall ? artifact(block) : textOf(block.text)
      if (isCall && !made) leave(left, 'tool call')
      return made.replace(UNSUPPORTED, '')
    })
  const texts = blocks.some((one) => one.trim()) ? blocks : [textOf(text).replace(UNSUPPORTED, '')]
  const attached = listOf(attachments).map((one) => {
    const { file_name, extracted_content } = fieldsOf(one)
    return textOf(extracted_content).trim() && fileText(textOf(file_name), textOf(extracted_content))
  })
  return joined([...texts, ...attached, ...tracesOf(files, left)])
}

/** One conversation of a Claude export: the branch that ends in the newest message. @throws Refusal */
export function readClaude({ uuid, name, created_at, chat_messages }: Fields) {
  const about = { format: 'claude', sourceId: uuid, title: name, at: created_at } as const
  return branchTalk(about, listOf(chat_messages), ['uuid', 'parent_message_uuid'], (item, left) => {
    const message = fieldsOf(item)
    const text = said(message, left)
    const one = byRole(message.sender, { text, id: idOf(message.uuid), at: message.created_at })
    return text ? one : null
  })
}
