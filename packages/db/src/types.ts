import pg from 'pg'

// Calendar dates stay text: a Date object would move them by the machine's zone.
const DATE_OID = 1082

/** How values come out of the database. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === DATE_OID ? (text: string) => text : pg.types.getTypeParser(oid, format),
}
