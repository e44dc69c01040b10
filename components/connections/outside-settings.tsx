'use client'
import type { SettingDto } from '@/lib/shared/dto'
import { settingRanges } from '@/lib/shared/limits/settings'
import { inputClass } from '../settings/fields/field'
import { NumberSetting } from '../settings/fields/number-setting'
import { SettingRow } from '../settings/fields/setting-row'
import { SwitchSetting } from '../settings/fields/switch-setting'
import { useText } from '../settings/fields/use-text'
import { SettingsContext, usePageSettings, useSettings } from '../settings/use-settings'
import { useShell } from '../shell/shell-context'

/** Settings for all programs. Access without a token is offered only where nobody signs in. */
export function OutsideSettings({ settings: initial }: { settings: SettingDto[] }) {
  const settings = useSettings(initial)
  const { signedInAs } = useShell()
  return (
    <SettingsContext value={settings}>
      <details>
        <summary className="w-fit cursor-pointer rounded-sm font-medium text-base hover:text-accent">
          Advanced
        </summary>
        {!signedInAs && (
          <SwitchSetting
            id="outside.withoutToken"
            name="Let programs on this computer in without a token"
            help="Every program that runs here could then read and change your memory."
          />
        )}
        <NumberSetting
          id="outside.callsPerMinute"
          name="Calls a minute"
          help="Of one token"
          range={settingRanges.callsPerMinute}
          unit="at most"
        />
        <HeaderSetting
          id="outside.userHeader"
          name="Header that names the user"
          help="A token serves only the first user who is named in it."
        />
        <HeaderSetting
          id="outside.conversationHeader"
          name="Header that names the conversation"
          help="Besides X-Mneme-Conversation."
        />
      </details>
    </SettingsContext>
  )
}

type HeaderProps = { id: string; name: string; help: string }

function HeaderSetting({ id, name, help }: HeaderProps) {
  const settings = usePageSettings()
  const stored = String(settings.get(id)?.value ?? '')
  const [text, setText] = useText(stored)
  const save = () => {
    if (text.trim() && text !== stored) void settings.save(id, text.trim())
  }
  return (
    <SettingRow {...{ id, name, help }}>
      {() => (
        <input
          aria-label={name}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && save()}
          className={`${inputClass} !w-56`}
        />
      )}
    </SettingRow>
  )
}
