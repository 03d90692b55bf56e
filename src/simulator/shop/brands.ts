import type { Brand } from '#contract/vendor/catalog.ts'

/** Invented brands, English | Arabic. */
const names = `
Tigris Meadow | مرج دجلة; White Ewe | النعجة البيضاء; Hamrin Fields | حقول حمرين; Umm Zaki | أم زكي
Morning Churn | خضّة الصباح; Bent Al Rif | بنت الريف; Sawa Dairy | ألبان ساوة; Cool Jar | الجرة الباردة
Qaymariya | القيمرية; Three Cows | البقرات الثلاث; Sitti | ستي; Garmiyan Farm | مزرعة كرميان
Dukan Hills | تلال دوكان; Al Hawsh | الحوش; Early Hen | الدجاجة المبكرة; Brick Oven House | بيت الفرن الحجري
Clay Lane | دربونة الطين; Sheaf & Swallow | سنبلة وسنونو; Furn Abu Salam | فرن أبو سلام; Wheat & Stone | قمح ورحى
Crumb Corner | ركن الفتات; Eid Hall | بيت العيد; Sitt Nahida | الست ناهدة; Rolling Pin | الشوبك
Warm Basket | السلة الدافئة; Karkh Kitchen | مطبخ الكرخ; Rusafa Grill | شواء الرصافة; Qasab Al Hayy | قصاب الحي
Cedar Yard | حوش السدر; Badia Meat | لحوم بادية الجنوب; Silver Scale | القشرة الفضية; Shatt Catch | صيد الشط
Marsh Net | شبكة الهور; Faw Fisher | صياد الفاو; Two Drakes | ديكان; Anbar Grain | حنطة الأنبار
Mishkhab Pearl | لؤلؤة المشخاب; Marsh Heron | بلشون الهور; Paddy Gate | باب الشلب; Long Stalk | السنبلة الطويلة
Yellow Mill | الطاحونة الصفراء; Rahat Hajar | رحى الحجر; Nonno Dino | نونو دينو; Fine Thread | الخيط الرفيع
Scoop Lane | سوق المكيال; Seven Sacks | سبعة أكياس; Hab w Baraka | حب وبركة; Crystal Dome | القبة البيضاء
Kandi White | القند الأبيض; Drop of Sun | قطرة شمس; Abu Zahra | أبو زهرة; Olive Terrace | مدرجات الزيتون
Bashiqa Press | معصرة بعشيقة; Green Amphora | الجرة الخضراء; Tin Garden | بستان المعلبات; Pea & Pod | حبة وقرن
Blue Trawler | المركب الأزرق; Attar Street | شارع العطارين; Bahar Shorja | بهار الشورجة; Seven Spice Khan | خان البهارات السبع
Red Mortar | الهاون الأحمر; Coarse Grain | الحبة الخشنة; White Caravan | القافلة البيضاء; Red Wharf | المرسى الأحمر
Ripe Red | الأحمر الناضج; Dip & Dollop | غمسة ولمسة; City Gate Larder | مؤونة باب المدينة; Pickle Jar Lady | سيدة الطرشي
Old Press | المعصرة العتيقة; Mosul Mill | مطحنة الموصل; Sesame Door | باب السمسم; Ladle & Pot | جفجير وقدر
Bee Terrace | شرفة النحل; High Comb | الشهد العالي; Wild Thyme Honey | عسل الزعتر البري; Blue Windows | الشبابيك الزرقاء
Apricot Court | حوش المشمش; Nutty Spoon | ملعقة العصر; Crunch Bowl | صحن القرمشة; Grain Harbour | ميناء الحبوب
Sunny Flake | رقائق شموسة; Maple Minaret | منارة القيقب; Qirmish | قرمش; Batata Bash | بطاطا باش
Crackle Bag | كيس الطقطقة; Chili Drum | طبل الفلفل; Hab Al Layl | حب الليل; Roasted Corner | محمصة الزاوية
Green Khan | الخان الأخضر; Shell & Kernel | قشر ولب; Tea Dunk | غمسة; Biscuit Brigade | كتيبة البسكويت
Layloua | ليلوة; Cocoa Caravan | قافلة الكاكاو; Velvet Bean | الحبة المخملية; Dark Souq | السوق الداكن
Candy Tram | ترام الحلوى; Gummy Garden | حديقة الجلي; Cloud Peak | قمة الغيم; Copper Tray | الصينية النحاس
Zlabia Nights | ليالي الزلابية; Pop Minar | بوب منار; Fig & Thread | تين وخيط; Nahar | نهار
Sweet Azmar | حلاوة أزمر; Snow Spring | نبع الثلج; Zagros Drop | قطرة زاكروس; Stone Jug | الحِب البارد
Clear Karez | كهريز صافي; Fizz Canal | فوار القناة; Squeeze Street | شارع العصير; Grove & Glass | بستان وكوب
Sunday Orchard | بستان الأحد; Rumman House | بيت الرمان; Kahramana | كهرمانة; Zaza | زازا
Bubble Boat | قارب الفقاعات; Volt Falcon | صقر الفولت; Sprint Salt | ملح العدّاء; Qamariya | قمرية
Al Attiq | العتيق; Barley Ring | حلقة الشعير; Istikan | استكان; Chai Khana 12 | جايخانة 12
Samawar | سماور البيت; Ceylon Caravan | قافلة سيلان; Leaf & Ember | ورقة وجمرة; Mint Alley | زقاق النعناع
Dar Garden | حديقة الدار; Dallah Road | درب الدلة; Qahwat Al Rabwa | قهوة الربوة; Cardamom Hour | ساعة الهيل
Bean Minaret | منارة البن; Mocha Steps | درجات موكا; Slow Roast Lab | محمصة على مهل; Swift Cup | الفنجان السريع
Port Spice | عطارة الميناء; Cloudy Cup | كوب الغيم; Polar Palm | نخلة القطب; Ice Bulbul | بلبل الثلج
Zuqaq | زقاق; Frost Pantry | مؤونة الصقيع; Winter Field | حقل الشتاء; Fry Yard | ساحة القلي
Round Club | نادي الذوّاقة; Sambusa Sisters | سمبوسك الأخوات; Dough Studio | ورشة العجين; Crust & Co | كرست وشركاه
Bright Basin | الطشت اللامع; Nadhafa Plus | نظافة بلس; Foam Hill | تل الرغوة; Washday | يوم الغسيل
Soft Linen | الكتان الناعم; Shirshaf | شرشف; Plate Shine | لمعة صحن; Lemon Sink | حوض الليمون
Floor Mirror | مرآة الأرض; White Gale | العاصفة البيضاء; Bayt Plus | بيت بلس; Strong Bag | الكيس المتين
Room Garden | حديقة الغرفة; Bukhoor Lane | زقاق البخور; Mosquito Off Duty | استراحة البعوض; Sponge & Sons | إسفنج وأولاده
Green Cauldron | القدر الأخضر; Aleppo Bar Co | لوح الغار; Rose Hammam | حمام الورد; Silk Loofah | ليفة الحرير
Hair Poem | قصيدة الشعر; Sidr & Henna | سدر وحناء; Argan Window | نافذة الأركان; Minty Smile | ابتسامة نعناع
Miswak Line | خط المسواك; Dry Breeze | نسمة جافة; Calm Skin | بشرة هادئة; Almond Balm | بلسم اللوز
Sharp Uncle | العم حاد; Velvet Day | قطيفة; Paper Dove | حمامة الورق; Three Plies | ثلاث طبقات
Lily Day | يوم الزنبق; Oud Stairs | درج العود; Amber Night Souq | سوق ليل العنبر; Tiny Camel | الجمل الصغير
Dalloula | دلوعة; Moon Cradle | مهد القمر; Snug Duckling | البطة الدافئة; First Spoon | الملعقة الأولى
Baby Nakhla | نخلة صغيرة; Bubble Bath Bear | دب الفقاعات; Toy Wagon | عربة الألعاب; Shiny Roll | اللفة اللامعة
Picnic Table | طاولة السفرة; Safrat Al Yawm | سفرة اليوم; Glass Lantern | فانوس الزجاج; Copper Street | سوق الصفافير
Iron Lid | الغطاء الحديد; Keep & Close | احفظ وأغلق; Nur Watt | نور واط; Bright Bulb Bros | إخوان المصباح
Long Volt | الفولت الطويل; Cable Knot | عقدة السلك; Ember Sack | كيس الجمر; Blue Notebook | الدفتر الأزرق
Ink Well | المحبرة; Nasim Mobile | نسيم موبايل; Hadhra Tel | حضرة تل; Lamp Post Fibre | فايبر عمود النور
Pixel Falcon | صقر البكسل; Quest Coins | عملات المغامرة; Arena Nine | الساحة التاسعة; Tuhfa Box | صندوق تحفة
Red Ribbon | الشريط الأحمر; Sitara Screen | شاشة ستارة; Film Majlis | مجلس الأفلام; Orchard Row | صف البستان
Palm Court | حوش النخيل; Barhi Grove | بستان البرحي; Leaf Market | سوق الورق; Root Cellar | سرداب الجذور
Chef Tariq | الشيف طارق; Hot Clay | الطين الحار; Bibi Zahra | بيبي زهرة; Little Khan | الخان الصغير
Daily Basket | سلة كل يوم; Corner Choice | خيار الركن; River Lamp | سراج النهر; Blue Tile | القاشان الأزرق
Turquoise Gate | البوابة الفيروزية; Stork Tower | برج اللقلق; Old Bridge Goods | بضائع الجسر العتيق; Ziggurat Foods | أغذية زقورة الجنوب
Cypress & Son | السرو وولده; Maison Lilas | ميزون ليلا; La Petite Tour | البرج الصغير; Atelier Safran | أتيليه الزعفران
`

/** The brands of the service, more than the shop sells. */
export const brands: readonly Brand[] = names
  .trim()
  .split(/; |\n/)
  .map((each, index) => {
    const [en = '', ar = ''] = each.split(' | ')
    return { id: 2001 + index, name: { ar, en } }
  })
