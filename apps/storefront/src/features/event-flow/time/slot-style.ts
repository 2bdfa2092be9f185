/** Three columns, four on large screens; the skeleton has the grid's shape. */
export const GRID = 'grid grid-cols-3 gap-2 lg:grid-cols-4'
