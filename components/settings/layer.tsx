import type { SettingDto } from '@/lib/shared/dto'
import { Chip } from '../ui/chip'

const WORDS: Record<SettingDto['layer'], string> = {
  message: 'from this message',
  conversation: 'from this conversation',
  user: 'set by you',
  environment: 'from the environment',
  default: 'default',
}

/** The layer a value comes from. */
export const Layer = ({ layer }: { layer: SettingDto['layer'] }) => (
  <Chip tone={layer === 'user' ? 'accent' : 'plain'}>{WORDS[layer]}</Chip>
)
