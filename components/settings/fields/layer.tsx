import { Chip } from '@/components/ui/chip'
import type { SettingDto } from '@/lib/shared/dto'

const WORDS: Record<Exclude<SettingDto['layer'], 'default'>, string> = {
  message: 'from this message',
  conversation: 'from this conversation',
  user: 'set by you',
  environment: 'from the environment',
}

/** The layer a value comes from, unless it is the default. */
export const Layer = ({ layer }: { layer: SettingDto['layer'] }) =>
  layer === 'default' ? null : <Chip tone={layer === 'user' ? 'accent' : 'plain'}>{WORDS[layer]}</Chip>
