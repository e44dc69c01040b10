import type { ModelResult } from '@/lib/model/types'

/** A notice for an answer that the model did not end itself. */
export function cutNotice({ finish }: Pick<ModelResult, 'finish'>, maxTokens: number): string[] {
  if (finish === 'length')
    return [
      `The answer was cut off at the token limit (“Longest answer” in Settings: ${maxTokens.toLocaleString('en')}). Continue it, or raise the limit.`,
    ]
  if (finish === 'content-filter')
    return ['The provider withheld the rest of this answer (content filter). Rephrase the question.']
  return []
}
