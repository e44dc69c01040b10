import type { ProviderTestDto } from '@/lib/shared/dto'

/** What a model cannot do, and what follows. `blind` = the models that take no images. */
export function limitsOf({ model, can }: ProviderTestDto, blind: readonly string[]): string[] {
  if (!can) return []
  const words: string[] = []
  if (can.tools === 'text') words.push('Does not call tools: Mneme will let it write calls as text.')
  if (can.tools === 'none')
    words.push('Did not call the tool it was offered, so it may not use memory and files.')
  if (can.toolError) words.push(`Failed when a tool was offered: ${can.toolError.message}`)
  if (!can.streams) words.push('Does not stream: answers appear at once.')
  if (blind.includes(model)) words.push('Does not see images.')
  return words
}
