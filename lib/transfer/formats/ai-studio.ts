import { anyFields, anyList, type Fields, fieldsOf, textOf } from './fields'
import { byRole, joined, traceOf } from './parts'
import { type Around, type Left, leave, talkOf } from './talk'

/** A chat saved by Google AI Studio, named by its file. @throws Refusal */
export function readAiStudio({ chunkedPrompt, systemInstruction }: Fields, { file }: Around) {
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
      const traces = media.map((key) => traceOf('', left, /image/i.test(key)))
      return byRole(role, { at, text: joined([textOf(text), ...traces]) })
    },
    left,
  )
}
