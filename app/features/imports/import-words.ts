/** What the pages of one kind of CSV say and where they lie. */
export type ImportWords = {
  path: string;
  /** "store", "stores". */
  one: string;
  many: string;
  /** The list that the import fills. */
  list: { label: string; to: string };
  /** Where rows change nothing that is there: what becomes of a row instead. */
  addsOnly?: string;
  /** True if the page asks whether people whom the file names are added. */
  addsPeople?: boolean;
};

type Place = Pick<ImportWords, "path">;
/** The page of one file. */
export const importPath = ({ path }: Place, ref: string) => `${path}/${ref}`;
export const refusedPath = (file: string) => `${file}/refused`;
export const templatePath = ({ path }: Place) => `${path}/template`;
