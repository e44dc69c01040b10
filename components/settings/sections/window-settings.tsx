'use client'
import { limits } from '@/lib/shared/limits'
import { windowLimits } from '@/lib/shared/limits/window'
import { NumberSetting } from '../fields/number-setting'
import { SwitchSetting } from '../fields/setting-row'
import { usePageSettings } from '../use-settings'

const WARNING =
  'Warning: every call sends all earlier messages, so each message in a long conversation costs more than the last.'

/** What a person should know about how these settings work together; '' = nothing. */
export function windowNote({ size, adaptive, minSize, maxSize }: Record<string, unknown>): string {
  if (size === 'full') return WARNING
  if (adaptive !== true || ![size, minSize, maxSize].every((value) => typeof value === 'number')) return ''
  const [own, least, most] = [Number(size), Number(minSize), Number(maxSize)]
  if (least > most)
    return `The smallest window is larger than the largest, so every window has ${least} messages.`
  if (own < least) return `Because windows adapt, at least ${least} messages are sent.`
  return own > most ? `Because windows adapt, at most ${most} messages are sent.` : ''
}

const { demanding, short, shortWords } = windowLimits

export function WindowSettings() {
  const settings = usePageSettings()
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
        id="window.size"
        name="Window"
        help={
          <>
            The most recent messages, sent word for word. {note && <span className="text-ink">{note}</span>}
          </>
        }
        range={limits.window}
        unit="messages"
        instead={{ value: 'full', label: 'All messages' }}
      />
      <SwitchSetting
        id="window.grows"
        name="Let the window grow"
        help="Almost to twice its size, so that the provider can reuse what it has read."
      />
      {!grows && (
        <>
          <SwitchSetting
            id="window.adaptive"
            name="Adapt the window to the message"
            help={`${demanding} messages for demanding work, ${short} for a message under ${shortWords} words.`}
          />
          <NumberSetting id="window.minSize" name="Smallest window" range={limits.window} unit="messages" />
          <NumberSetting id="window.maxSize" name="Largest window" range={limits.window} unit="messages" />
        </>
      )}
    </>
  )
}
