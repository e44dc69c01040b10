import { Switch } from '@/components/ui/switch'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { settingRanges } from '@/lib/shared/limits/settings'
import { NumberSetting } from '../fields/number-setting'
import { SelectSetting } from '../fields/select-setting'
import { SettingRow } from '../fields/setting-row'
import { WeightsSetting } from '../fields/weights-setting'
import type { Settings } from '../use-settings'

const PROFILES = [
  { value: 'calibrated', label: 'Calibrated: counts how often a strategy helped' },
  { value: 'seed', label: 'Original: confidence and number of uses' },
]

const JUDGED_WORDS = [
  { value: 'worked', label: 'Those that thought or used tools' },
  { value: 'every', label: 'Every turn' },
]

/** How turns become strategies, and strategies come into the prompt. */
export function LearningSettings({ settings }: { settings: Settings }) {
  return (
    <>
      <SettingRow
        settings={settings}
        id="learning.enabled"
        name="Learn from turns"
        help="Turns are judged, and what worked or failed becomes strategies, which stand in later prompts: the playbook always, others when they fit. Off: nothing is learned, and answers do without."
      >
        {({ key, value }) => (
          <Switch
            label="Learn from turns"
            checked={value === true}
            onCheckedChange={(on) => void settings.save(key, on)}
          />
        )}
      </SettingRow>
      <SelectSetting
        settings={settings}
        id="learning.judge"
        name="Turns that a model judges"
        help="Each costs one or two calls of the utility model, which count as memory's own. Your thumbs and corrections count anyway."
        options={JUDGED_WORDS}
      />
      <NumberSetting
        settings={settings}
        id="learning.retrievalK"
        name="Strategies per message"
        help="How many are looked up for a message, besides the playbook. Fewer are used when fewer fit."
        range={{ min: 0, max: limitsOfRetrieval.mostK }}
        unit="at most"
      />
      <NumberSetting
        settings={settings}
        id="learning.minConfidence"
        name="Least confidence"
        help="Strategies that were learned with less confidence than this are not used."
        range={{ min: 0, max: 1 }}
        per={0.01}
        unit="%"
      />
      <SelectSetting
        settings={settings}
        id="learning.profile"
        name="Reliability of a strategy"
        help="How its past counts when strategies are compared."
        options={PROFILES}
      />
      <WeightsSetting settings={settings} />
      <SettingRow
        settings={settings}
        id="learning.autoConsolidate"
        name="Consolidate by itself"
        help="Merges duplicates, flags contradictions and retires what nobody uses. Each time can be undone on the Playbook page."
      >
        {({ key, value }) => (
          <Switch
            label="Consolidate by itself"
            checked={value === true}
            onCheckedChange={(on) => void settings.save(key, on)}
          />
        )}
      </SettingRow>
      <NumberSetting
        settings={settings}
        id="learning.consolidateEvery"
        name="Consolidate every"
        help="After so many completed turns."
        range={settingRanges.consolidateEvery}
        unit="turns"
      />
    </>
  )
}
