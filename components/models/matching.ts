/** More would be slow to show, and nobody reads them. */
const SHOWN = 100

/** The models whose names contain every typed word, and how many more there are. */
export function matching(models: readonly string[], typed: string): { shown: string[]; more: number } {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = models.filter((model) => words.every((word) => model.toLowerCase().includes(word)))
  return { shown: found.slice(0, SHOWN), more: Math.max(0, found.length - SHOWN) }
}

/** Models that list among the others but do not chat. */
const NO_CHAT = /embed|bge|minilm|rerank|whisper|tts|dall-e|moderation|image|transcribe|realtime/i
export const canChat = (model: string) => !NO_CHAT.test(model)
/** The only model that is likely to chat; '' = there are more, or none. */
export const onlyChatModel = (models: readonly string[]) => {
  const [first = '', ...others] = models.filter(canChat)
  return others.length === 0 ? first : ''
}
