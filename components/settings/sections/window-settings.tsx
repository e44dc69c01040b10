'use client'
import { limits } from '@/lib/shared/limits'
import { windowLimits } from '@/lib/shared/limits/window'
import { NumberSetting } from '../fields/number-setting'
import { SwitchSetting } from '../fields/switch-setting'
import type { Settings } from '../use-settings'

const WARNING =
  'Warning: every call sends all earlier turns, so each message in a long conversation costs more than the last. The badge on each answer shows how many tokens that took. Turns that do not fit the prompt budget are left out, oldest first.'

/** What a person should know about how these settings work together; '' = nothing. */
export function windowNote({ size, adaptive, minSize, maxSize }: Record<string, unknown>): string {
  if (size === 'full') return WARNING
  if (adaptive !== true || ![size, minSize, maxSize].every((value) => typeof value === 'number')) return ''
  const [own, least, most] = [Number(size), Number(minSize), Number(maxSize)]
  if (least > most)
    return `The smallest window is larger than the largest, so every window has ${least} turns.`
  if (own < least) return `Because windows adapt, at least ${least} turns are sent.`
  return own > most ? `Because windows adapt, at most ${most} turns are sent.` : ''
}

const { demanding, short, shortWords } = windowLimits

/** How many of the last turns a prompt contains word for word. */
export function WindowSettings({ settings }: { settings: Settings }) {
  const of = (key: string) => settings.get(key)?.value
  const grows = of('window.grows') === true && of('window.size') !== 'full'
  const note = windowNote({
    size: of('window.size'),
    adaptive: !grows && of('window.adaptive'),
    minSize: of('window.minSize'),
    maxSize: of('window.maxSize'),
  })
  return (
    <>
      <NumberSetting
        settings={settings}
        id="window.size"
        name="Window"
        help={
          <>
            The most recent turns, sent word for word, including the current one. Summaries and recall cover
            the rest. {note && <span className="text-ink">{note}</span>}
          </>
        }
        range={limits.window}
        unit="turns"
        instead={{ value: 'full', label: 'All turns' }}
      />
      <SwitchSetting
        settings={settings}
        id="window.grows"
        name="Let the window grow"
        help="It grows to almost twice its size before the oldest turns go into summaries, so that a provider can reuse what it has read, which is faster and costs less. A window chosen for a conversation or message does not grow."
      />
      {!grows && (
        <>
          <SwitchSetting
            settings={settings}
            id="window.adaptive"
            name="Adapt the window to the message"
            help={`${demanding} turns for work such as refactoring, designing, planning or comparing, ${short} for a message under ${shortWords} words. A window chosen for a conversation or message is not changed.`}
          />
          <NumberSetting
            settings={settings}
            id="window.minSize"
            name="Smallest window"
            help="An adapted window never has fewer turns."
            range={limits.window}
            unit="turns"
          />
          <NumberSetting
            settings={settings}
            id="window.maxSize"
            name="Largest window"
            help="An adapted window never has more turns."
            range={limits.window}
            unit="turns"
          />
        </>
      )}
    </>
  )
}
