import { z } from 'zod'

/** The tool that ends a round of thinking with a decision. */
export const DECIDING_TOOL = 'continue_thinking'
/** The tool that ends a turn and carries its answer. */
export const FINISHING_TOOL = 'complete_task'

const finishing = z.object({ answer: z.string() })
/** The answer in the arguments of a finishing call; '' = none. */
export const finishingText = (args: unknown) => finishing.safeParse(args).data?.answer.trim() ?? ''
