import type { Thinking } from '@/components/chat/composer/controls/thinking-control'
import type { SettingDto } from '@/lib/shared/dto'

/** The depth in a conversation's own settings; null = as in Settings. */
export function depthOf(settings: SettingDto[]): Thinking | null {
  const of = (key: string) => settings.find((setting) => setting.key === key)
  const [enabled, preset] = [of('thinking.enabled'), of('thinking.preset')]
  if (enabled?.layer === 'conversation' && enabled.value === false) return 'off'
  if (enabled?.layer !== 'conversation' && preset?.layer !== 'conversation') return null
  return (preset?.value as Thinking | undefined) ?? null
}

/** The stored value for a depth; null removes it, so that Settings applies. */
export const settingsFor = (depth: Thinking | null): { key: string; value: boolean | string | null }[] => [
  { key: 'thinking.enabled', value: depth === null ? null : depth !== 'off' },
  { key: 'thinking.preset', value: depth === 'off' ? null : depth },
]
