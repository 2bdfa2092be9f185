import pg from 'pg'

// Calendar dates stay text: a Date object would shift them by the machine's zone.
const DATE_OID = 1082

/** How values from the database are parsed. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === DATE_OID ? (text: string) => text : pg.types.getTypeParser(oid, format),
}
