/** The tool that ends a turn and carries its answer. */
export const FINISHING_TOOL = 'complete_task'
