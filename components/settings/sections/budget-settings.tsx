import { settingRanges } from '@/lib/shared/limits/settings'
import { NumberSetting } from '../fields/number-setting'
import type { Settings } from '../use-settings'

/** What a month may take. It warns and stops nothing. */
export const BudgetSettings = ({ settings }: { settings: Settings }) => (
  <>
    <NumberSetting
      settings={settings}
      id="budget.dollars"
      name="Dollars per month"
      help="The usage page shows this month against it and warns you from 80%. Nothing is blocked. Calls to models without a known price are not counted."
      range={settingRanges.budgetDollars}
      unit="dollars"
      empty="None"
    />
    <NumberSetting
      settings={settings}
      id="budget.tokens"
      name="Tokens per month"
      help="For models without a known price. Counts every prompt and answer, memory’s own calls included."
      range={settingRanges.budgetTokens}
      per={1_000}
      unit="thousand"
      empty="None"
    />
  </>
)
