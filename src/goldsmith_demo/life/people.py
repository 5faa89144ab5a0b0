"""Invented people and places: names by generation, towns and hospitals that do not exist."""

from __future__ import annotations

Names = tuple[tuple[int, str], ...]

SURNAMES = tuple(
    "Abbotsley Ackroyd Aldham Amberley Ansty Ashcombe Atherley Ayling Bagshaw Bannerby "
    "Barwell Beamish Beckwith Belling Birchall Blackmore Blenkin Bolderby Bramhall "
    "Brindle Broadmead Brockley Burridge Caldbeck Cannock Carraway Catterson Chaffey "
    "Chalcott Chilvers Clavering Colebrook Corbridge Cowdray Cranmer Crossfield Culver "
    "Dainty Dalloway Darnley Deeping Denholm Dilworth Dobbin Dunmore Earnshaw Eastlake "
    "Edgerton Elcombe Ellerby Emsworth Fairlie Fallow Farringdon Fenby Fernsby Finch "
    "Fosdyke Frayne Gadsby Garside Gatley Gillam Glossop Goodacre Greenhalgh Grimshaw "
    "Hackett Halliwell Harbottle Hargrave Hartnoll Haselden Hathersage Hebden Henshall "
    "Holbrook Hollins Horsfall Huxtable Inskip Ivory Jessop Kellaway Kelsall Kendrew "
    "Kirkbride Kitching Lamplugh Langstone Larwood Leadbetter Lidgate Linacre Lockwood "
    "Lovelock Ludlam Maltby Mapplebeck Marchbank Marlowe Mawson Meadowcroft Merrick "
    "Midgley Millican Mottram Naseby Netherton Newbold Norcross Nuttall Oakden Oldroyd "
    "Ollerton Orwin Osgood Padgett Pargeter Peakman Pelham Penrose Pickersgill Plumridge "
    "Pomfret Quennell Rainford Ramsbottom Ravenscroft Redfearn Ridgway Rigby Rotherham "
    "Rowbottom Rudkin Sadler Saltmarsh Scarfe Selby Shackleton Sheldrake Silcock Skelton "
    "Slater Smallwood Sowerby Spofforth Stainton Stanbury Storr Sugden Swinburn "
    "Tattersall Tempest Thackray Thornley Threlfall Tibbs Tolson Trafford Tunstall "
    "Twyford Underhill Upton Varley Vickers Waddington Wainscott Walmsley Warboys "
    "Wetherby Whitlock Wickham Winstanley Woodhouse Wragby Yardley Yelland Okafor Rahman "
    "Patel Kaur Nowak Novak Mensah Ferrari Castellano Petrov Haddad Nguyen Oyelaran Bhatt "
    "Iqbal Chaudhry Delacroix Lindqvist Santoro".split()
)

WOMEN: Names = (
    (
        1900,
        "Ada Agnes Alice Annie Beatrice Bertha Clara Doris Edith Elsie Ethel Florence Gladys "
        "Hilda Ivy Lilian Mabel Mildred Muriel Nellie Olive Phyllis Vera Winifred Violet",
    ),
    (
        1930,
        "Audrey Barbara Beryl Betty Brenda Doreen Dorothy Eileen Jean Joan Joyce Margaret "
        "Marjorie Maureen Mavis Mary Nora Pamela Patricia Peggy Rita Sheila Shirley Sylvia",
    ),
    (
        1948,
        "Ann Carol Christine Diane Elaine Gillian Glenys Hazel Heather Helen Jacqueline Janet "
        "Jennifer Judith Kathleen Linda Lynne Marilyn Pauline Rosemary Sandra Susan Valerie",
    ),
    (
        1965,
        "Alison Amanda Angela Beverley Caroline Catherine Dawn Deborah Donna Fiona Joanne Julie "
        "Karen Kerry Lorraine Michelle Nicola Paula Rachel Sally Sarah Sharon Tracey Wendy",
    ),
    (
        1980,
        "Amy Anna Bethany Charlotte Chloe Claire Emily Emma Gemma Hannah Hayley Jessica Kelly "
        "Laura Leanne Lucy Natalie Rebecca Samantha Sophie Stacey Stephanie Victoria Zoe",
    ),
)
MEN: Names = (
    (
        1900,
        "Albert Alfred Archibald Arthur Bernard Cecil Charles Cyril Edgar Ernest Frank Fred "
        "George Harold Harry Herbert Horace Leonard Percy Reginald Sidney Stanley Walter",
    ),
    (
        1930,
        "Alan Brian Cyril Dennis Derek Desmond Donald Douglas Eric Gerald Gordon Jack James "
        "John Kenneth Maurice Norman Peter Raymond Roland Ronald Roy Thomas William",
    ),
    (
        1948,
        "Anthony Barry Christopher Clive Colin David Geoffrey Graham Ian Jeffrey Keith Malcolm "
        "Michael Neville Nigel Patrick Paul Philip Robert Roger Stephen Stuart Terence Trevor",
    ),
    (
        1965,
        "Adrian Andrew Carl Craig Darren Dean Duncan Gary Gavin Glenn Jason Jonathan Julian "
        "Kevin Lee Mark Martin Neil Richard Russell Sean Simon Steven Timothy Wayne",
    ),
    (
        1980,
        "Adam Alexander Ashley Ben Callum Daniel Dominic Edward Gareth Jack Jake Joel Jordan "
        "Joshua Liam Luke Matthew Nathan Oliver Robin Ryan Sam Scott Toby Tom",
    ),
)
"""(born from this year on, first names)."""

PLACES = {
    "uk": (
        ("Marlcombe", "Marlcombe General Hospital"),
        ("Thornbeck", "Thornbeck Infirmary"),
        ("Eastering", "Eastering Cancer Centre"),
        ("Wolverstone", "Wolverstone District Hospital"),
        ("Harrowdale", "Harrowdale Royal Infirmary"),
        ("Penmarsh", "Penmarsh and Vale Hospital"),
        ("Kirkhallow", "Kirkhallow General Infirmary"),
        ("Aldersea", "Aldersea Hospital"),
        ("Brackenfold", "Brackenfold Park Hospital"),
        ("Castlewick", "Castlewick Memorial Hospital"),
        ("Loxminster", "Loxminster University Hospital"),
        ("Fennbridge", "Fennbridge Oncology Centre"),
    ),
    "us": (
        ("Maple Hollow", "Maple Hollow Medical Center"),
        ("Port Ellison", "Port Ellison Memorial Hospital"),
        ("Cedar Notch", "Cedar Notch Regional Cancer Center"),
        ("Granite Ferry", "Granite Ferry Community Hospital"),
        ("Lake Winnoset", "Lake Winnoset Clinic"),
        ("Juniper Bend", "Juniper Bend Regional Hospital"),
    ),
}
"""Style -> (town, hospital)."""

STREETS = tuple(
    "Orchard Lane;Mill Street;Station Road;Chapel Row;Meadow Close;Priory Gardens;Quarry Hill;"
    "Larch Avenue;Weavers Court;Tollgate Road;Kiln Lane;Ferry Road;Abbots Way;Linden Drive".split(
        ";"
    )
)

JOBS = tuple(
    "schoolteacher;bus driver;electrician;shop assistant;office clerk;farmer;nurse;joiner;cook;"
    "accountant;civil servant;factory worker;lorry driver;hairdresser;plumber;librarian;postman;"
    "engineer;cleaner;bank clerk;gardener;welder;care assistant;solicitor;bricklayer;miner;"
    "shipyard worker;receptionist;police officer;painter and decorator;"
    "warehouse worker;mechanic;secretary;dinner lady;baker".split(";")
)
_AMERICAN_JOBS = {
    "lorry driver": "truck driver",
    "solicitor": "attorney",
    "postman": "mail carrier",
    "dinner lady": "cafeteria worker",
    "joiner": "carpenter",
    "civil servant": "state employee",
    "shop assistant": "sales clerk",
    "care assistant": "nursing aide",
}
MALE_JOBS = frozenset(
    "joiner;bricklayer;miner;shipyard worker;welder;plumber;lorry driver;postman".split(";")
)
FEMALE_JOBS = frozenset(("dinner lady",))


def job(words: str, style: str) -> str:
    """What the occupation is called in that country."""
    return _AMERICAN_JOBS.get(words, words) if style == "us" else words


def generation(names: Names, year: int) -> tuple[str, ...]:
    """First names that parents gave in that year."""
    fitting = [words for start, words in _SPLIT[names] if start <= year]
    return fitting[-1] if fitting else _SPLIT[names][0][1]


_SPLIT = {
    names: tuple((start, tuple(words.split())) for start, words in names) for names in (WOMEN, MEN)
}
