import { visibleText } from '@/lib/shared/storable'

/** A title or name as one line of visible characters. */
export const plainName = (name: string) => visibleText(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim()
