import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { settingRanges } from '@/lib/shared/limits/settings'
import { NumberSetting } from '../fields/number-setting'
import { SwitchSetting } from '../fields/switch-setting'
import { WeightsSetting } from '../fields/weights-setting'
import type { Settings } from '../use-settings'

/** Which lessons come into the prompt, and when they are consolidated. */
export function LearningSettings({ settings }: { settings: Settings }) {
  return (
    <>
      <NumberSetting
        settings={settings}
        id="learning.retrievalK"
        name="Lessons per message"
        help="0 turns lessons off."
        range={{ min: 0, max: limitsOfRetrieval.mostK }}
        unit="at most"
      />
      <NumberSetting
        settings={settings}
        id="learning.minConfidence"
        name="Least confidence"
        range={{ min: 0, max: 1 }}
        per={0.01}
        unit="%"
      />
      <WeightsSetting settings={settings} />
      <SwitchSetting
        settings={settings}
        id="learning.autoConsolidate"
        name="Consolidate automatically"
        help="Merges duplicates, flags contradictions and retires unused lessons."
      />
      <NumberSetting
        settings={settings}
        id="learning.consolidateEvery"
        name="Consolidate every"
        range={settingRanges.consolidateEvery}
        unit="answers"
      />
    </>
  )
}
